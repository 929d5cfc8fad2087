/** A likely partner, as `GET polydesk/v1/links` answers it. */
export interface Partner {
  id: number;
  title: string;
  reason: 'slug' | 'title' | 'date' | 'other';
  /** Items that lose a link. */
  unlinks: { id: number; lang: string; title: string }[];
}
