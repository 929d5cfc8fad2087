import { doTasks } from './task.ts';

doTasks('browser', 'keys');
