/**
 * Shortcuts of the frame, by command id, as the interface writes them: `Ctrl` is Cmd on a Mac. Defined once: the page handles
 * them, the native menu shows them.
 */
export const FRAME_KEYS = {
  palette: 'Ctrl+K',
  continue: 'Ctrl+J',
  undo: 'Ctrl+Z',
  redo: 'Ctrl+Shift+Z',
  'frame.sidebar': 'Ctrl+B',
  'frame.inspector': 'Ctrl+I',
  'frame.back': 'Alt+ArrowLeft',
  'frame.forward': 'Alt+ArrowRight',
  'frame.panes': 'F6',
  'frame.panes.back': 'Shift+F6',
  'frame.keys': '?',
  'screen.preferences': 'Ctrl+,',
  'site.open': 'Ctrl+O',
  'site.new': 'Ctrl+Shift+N',
} as const;
