/** The path of an address of this site: the rest of it does not differ. An address that cannot be read stays as it is. */
export function pathOf(address: string): string {
  const url = URL.parse(address, 'https://site.invalid/');
  if (!url) return address;
  const path = `${url.pathname}${url.search}${url.hash}`;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
