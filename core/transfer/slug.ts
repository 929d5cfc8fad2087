/** Whether a slug can be stored as it is; any other slug would not be valid in an address. */
export function isStorableSlug(slug: string): boolean {
  return slug.length <= 200 && !/[\s"'<>/\\?#&]/.test(slug);
}
