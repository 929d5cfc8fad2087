import { utilityProcess } from 'electron';
import { outputOf, type StartProcess } from '../core/server/host/check-process.ts';

/** Starts one of our programs in a separate process: Electron's own binary cannot be started as Node (E11). */
export const startUtility: StartProcess = (program, args) => {
  const child = utilityProcess.fork(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    serviceName: 'Polydesk check',
  });
  const kill = (): void => {
    // A process that is still starting is killed as soon as it has spawned.
    if (!child.kill()) child.once('spawn', () => child.kill());
  };
  return { output: outputOf(child), kill };
};
