import { BlockList, isIP } from 'node:net';

const specialAddresses = new BlockList();
for (const network of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]) {
  const [address = '', bits] = network.split('/');
  specialAddresses.addSubnet(address, Number(bits), 'ipv4');
}
// Of the global addresses: those that hold one of IPv4, and those for documents.
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  const [address = '', bits] = network.split('/');
  specialAddresses.addSubnet(address, Number(bits), 'ipv6');
}
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is one of the internet: no private, local, mapped or reserved one (RFC 6890). */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !specialAddresses.check(address, 'ipv4');
  return version === 6 && global.check(address, 'ipv6') && !specialAddresses.check(address, 'ipv6');
}

/** The IP address that a URL has in place of a name; null for a name. */
export function findLiteralAddress({ hostname }: URL): string | null {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? null : address;
}

/** Names that are not on the internet: special ones (RFC 6761, 6762, 8375, 9476), and those without a dot. */
const localNames = /^[^.]+$|(?:^|\.)(?:localhost|local|internal|home\.arpa|lan|alt)$/;

const isLocalName = ({ hostname }: URL): boolean => localNames.test(hostname.replace(/\.$/, ''));

export type UrlProblem = 'invalid' | 'private';

/** What is wrong with an address to which a user lets the site send. @param isAnyAllowed as the settings say */
export function findUrlProblem(text: string, most: number, isAnyAllowed: boolean): UrlProblem | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url?.protocol === 'https:' || (isAnyAllowed && url?.protocol === 'http:');
  if (text.length > most || !url || !isWeb || url.username || url.password || url.hash) return 'invalid';
  const address = findLiteralAddress(url);
  if (isAnyAllowed) return null;
  return (address === null ? isLocalName(url) : !isPublicAddress(address)) ? 'private' : null;
}
