import { expect, test } from 'vitest';
import { RestError } from '../../../core/errors.ts';
import { classOfIp, readSiteAddress } from '../../../core/live/address.ts';

test.each([
  ['example.com', 'https://example.com'],
  [' https://example.com/ ', 'https://example.com'],
  ['HTTPS://Example.com:8443/blog/', 'https://example.com:8443/blog'],
  ['https://example.com/blog/wp-admin/options.php?x=1#y', 'https://example.com/blog'],
  ['example.com/wp-json/', 'https://example.com'],
  ['https://пример.рф', 'https://xn--e1afmkfd.xn--p1ai'],
  ['localhost:8097', 'http://localhost:8097'],
  ['http://127.0.0.1:8097/site/', 'http://127.0.0.1:8097/site'],
  ['http://[::1]:8097', 'http://[::1]:8097'],
  ['https://192.168.1.5', 'https://192.168.1.5'],
])('%j is %s', (typed, url) => {
  expect(readSiteAddress(typed).url).toBe(url);
});

test.each([
  ['', 'address'],
  ['not a site', 'address'],
  ['nas', 'address'],
  ['ftp://example.com', 'address'],
  ['javascript:alert(1)', 'address'],
  ['https://user:secret@example.com', 'address'],
  ['http://example.com', 'insecure'],
  ['http://192.168.1.5', 'insecure'],
  ['http://localhost.example.com', 'insecure'],
])('%j is refused: %s', (typed, kind) => {
  const refused = (() => {
    try {
      return readSiteAddress(typed);
    } catch (error) {
      return error;
    }
  })();
  expect(refused).toBeInstanceOf(RestError);
  expect(refused).toMatchObject({ code: `polydesk_live_${kind}` });
});

test.each([
  ['93.184.216.34', 'public'],
  ['2606:2800:220:1::1', 'public'],
  ['127.0.0.1', 'loopback'],
  ['127.255.1.2', 'loopback'],
  ['::1', 'loopback'],
  ['10.1.2.3', 'private'],
  ['172.31.0.1', 'private'],
  ['172.32.0.1', 'public'],
  ['192.168.0.1', 'private'],
  ['100.64.0.1', 'private'],
  ['fd00::1', 'private'],
  ['169.254.169.254', 'never'],
  ['0.0.0.0', 'never'],
  ['224.0.0.1', 'never'],
  ['255.255.255.255', 'never'],
  ['::', 'never'],
  ['fe80::1', 'never'],
  ['ff02::1', 'never'],
  ['example.com', 'never'],
  // IPv4 addresses in all notations of IPv6.
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:7f00:1', 'loopback'],
  ['0:0:0:0:0:ffff:a9fe:a9fe', 'never'],
  ['::ffff:10.0.0.1', 'private'],
  ['64:ff9b::a9fe:a9fe', 'never'],
  ['2002:a9fe:a9fe::1', 'never'],
  ['::ffff:8.8.8.8', 'public'],
])('the network of %s is %s', (address, network) => {
  expect(classOfIp(address)).toBe(network);
});
