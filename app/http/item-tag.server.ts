import { hash } from 'node:crypto';

/**
 * The `ETag` of an item of the API: its version, by which `If-Match` names it, and a digest of the rest, by which
 * `If-None-Match` does. It is weak because the same item leaves in several encodings.
 *
 * @param version how often the item was changed, from 1
 * @param body the answer as it is sent, before compression
 */
export function itemTag(version: number, body: string): string {
  return `W/"${version}-${hash('sha256', body, 'base64url').slice(0, 16)}"`;
}

/**
 * Whether an `If-Match` header names a version. What else an item shows, such as how it is rated, may have changed:
 * that is no change which another one could undo. So weak tags count here, other than RFC 9110 (13.1.1) has it of
 * bytes.
 */
export function namesVersion(header: string, version: number): boolean {
  return header.split(',').some((tag) => {
    const [, named] = /^\s*(?:W\/)?"(\d+)(?:-[^"]*)?"\s*$/.exec(tag) ?? [];
    return tag.trim() === '*' || named === String(version);
  });
}
