import { hash, randomBytes } from 'node:crypto';

/** Creates 24 random letters and digits, 143 bits; rejection sampling keeps all 62 equally likely. */
export function randomToken(): string {
  let token = '';
  while (token.length < 24) {
    for (const byte of randomBytes(32)) {
      if (byte < 248 && token.length < 24) token += ALPHABET[byte % 62] ?? '';
    }
  }
  return token;
}

/** SHA-256 of a token, in hex. All other characters are stripped first, since people copy the groups with their spaces. */
export function hashToken(token: string): string {
  return hash('sha256', token.replace(/[^A-Za-z0-9]/g, ''));
}

/** Formats a token for display: in groups of four (`interface.md` 1.11). */
export function inGroups(token: string): string {
  return token.replace(/(.{4})(?=.)/g, '$1 ');
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
