import { deskTasks } from './desk-tasks.ts';
import { editorTasks } from './editor-tasks.ts';
import { doTasks } from './task.ts';

doTasks('browser', 'keys', [...editorTasks, ...deskTasks], 'desk-keys-');
