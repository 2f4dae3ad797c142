import { skeletonOf } from '../shared/look-alikes';
import { site } from '../shared/site';

/** Validation error for a name that impersonates the site. */
export const officialName = 'This name is kept for the site itself. Please choose another.';

const siteNames = [site.name, site.nameInHindi].map(skeletonOf);

/** Words that no name may begin or end with: 'Support Team', 'Honda Official'. */
const officialTerms = [
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

/** Reserved names; as a part of a longer name they occur in names of people. */
const officialNames = new Set(['system', 'team', 'staff', 'root', 'help', 'security', 'webmaster'].map(skeletonOf));

/**
 * Whether a name impersonates the site or its staff, also when it is written with look-alike letters, or with spaces or
 * special characters between them.
 */
export function isOfficialName(name: string): boolean {
  const seen = skeletonOf(name);
  return (
    siteNames.some((own) => seen.includes(own)) ||
    officialNames.has(seen) ||
    officialTerms.some((word) => seen.startsWith(word) || seen.endsWith(word))
  );
}
