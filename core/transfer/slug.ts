/** Whether a slug can be stored as it is; anything else could not stand in an address. */
export function isStorableSlug(slug: string): boolean {
  return slug.length <= 200 && !/[\s"'<>/\\?#&]/.test(slug);
}
