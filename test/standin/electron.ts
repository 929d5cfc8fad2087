// A stand-in for the package `electron` in the main process, for tests only: windows are pages of a real Chromium, and the built
// program runs in it unchanged. Every part is checked against Electron's own types. It cannot emulate native menus and dialogs,
// the process sandbox, loading from an archive, or a real keyring.
import { app } from './app.ts';
import { dialog, Menu, nativeTheme, Notification, safeStorage, screen, shell, utilityProcess } from './extras.ts';
import { ipcMain } from './ipc.ts';
import { protocol } from './scheme.ts';
import { session } from './session.ts';
import { BrowserWindow } from './window.ts';
import './control.ts';

export {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
};

const electron = { app, ipcMain, shell };
// electron-store takes the default export.
// oxlint-disable-next-line import/no-default-export
export default electron;
