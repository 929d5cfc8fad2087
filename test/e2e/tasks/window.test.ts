import { doTasks } from './task.ts';

doTasks('window', 'mouse');
