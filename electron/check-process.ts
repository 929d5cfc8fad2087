import { utilityProcess } from 'electron';
import { outputOf, type StartProcess } from '../core/server/host/check-process.ts';

/** Starts one of our programs in a process of its own: Electron's own program cannot be started as Node (E11). */
export const startUtility: StartProcess = (program, args) => {
  const child = utilityProcess.fork(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    serviceName: 'Polydesk check',
  });
  const kill = (): void => {
    // One that is only being started is ended as soon as it is there.
    if (!child.kill()) child.once('spawn', () => child.kill());
  };
  return { output: outputOf(child), kill };
};
