import { expect, test } from 'vitest';
import { BACKUP_REASONS } from '../../../core/schema/site/backup.ts';
import { isMessage } from '../../../renderer/lib/messages/messages.svelte.ts';
import { reasonText } from '../../../renderer/screens/activity/backups.svelte.ts';

test.each([...BACKUP_REASONS])('a backup made "%s" is labelled in the language of the window', (reason) => {
  expect(isMessage(`activity.reason.${reason.replaceAll(' ', '-')}`)).toBe(true);
});

test('a reason of another program is shown as it is', () => {
  expect(reasonText('before leaving format 3')).toBe('before leaving format 3');
});
