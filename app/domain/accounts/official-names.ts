import { skeletonOf } from '../look-alikes';
import { site } from '../site';

/** Beside a name that would pass for the site's own. */
export const officialName = 'This name is kept for the site itself. Please choose another.';

const siteNames = [site.name, site.nameInHindi].map(skeletonOf);

/** No name begins or ends with one of these: 'Support Team', 'Honda Official'. */
const officialWords = [
  'support',
  'admin',
  'administrator',
  'operator',
  'moderator',
  'official',
  'helpdesk',
  'helpline',
  'customercare',
  'customerservice',
].map(skeletonOf);

/** No name is one of these; as a part of a longer one they are names of people. */
const officialNames = new Set(['system', 'team', 'staff', 'root', 'help', 'security', 'webmaster'].map(skeletonOf));

/**
 * Whether a name would pass for the site or for who works there, also when it is written with look-alikes of letters,
 * with spaces or with signs between them.
 */
export function isOfficialName(name: string): boolean {
  const seen = skeletonOf(name);
  return (
    siteNames.some((own) => seen.includes(own)) ||
    officialNames.has(seen) ||
    officialWords.some((word) => seen.startsWith(word) || seen.endsWith(word))
  );
}
