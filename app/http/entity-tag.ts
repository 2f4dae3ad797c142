const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether an `If-None-Match` header matches an entity tag, by weak comparison (RFC 9110, 13.1.2). */
export function namesTag(header: string | null | undefined, etag: string): boolean {
  return header?.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag)) ?? false;
}
