// For a program of a test that runs the sources, `node --import`: its threads are those of `threads.ts` too.
import { registerHooks } from 'node:module';
import { THREADS } from './threads.ts';

registerHooks({
  resolve: (specifier, context, next) =>
    THREADS.test(specifier) ? next(new URL('threads.ts', import.meta.url).href, context) : next(specifier, context),
});
