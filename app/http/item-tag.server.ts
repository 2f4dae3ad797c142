import { hash } from 'node:crypto';

/**
 * `ETag` of an item of the API: its version, which `If-Match` compares, and a digest of the body, which `If-None-Match`
 * compares as well. It is weak because the same item is sent in several encodings.
 *
 * @param version number of revisions of the item, from 1
 * @param body body of the response before compression
 */
export function itemTag(version: number, body: string): string {
  return `W/"${version}-${hash('sha256', body, 'base64url').slice(0, 16)}"`;
}

/**
 * Whether an `If-Match` header matches a version. Other data in the response, such as the average rating, may have
 * changed: that is not a change that an update could overwrite. Therefore weak tags match here, unlike in RFC 9110
 * (13.1.1), which compares bytes.
 */
export function namesVersion(header: string, version: number): boolean {
  return header.split(',').some((tag) => {
    const [, named] = /^\s*(?:W\/)?"(\d+)(?:-[^"]*)?"\s*$/.exec(tag) ?? [];
    return tag.trim() === '*' || named === String(version);
  });
}
