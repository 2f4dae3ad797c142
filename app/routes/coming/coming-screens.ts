import { paths } from '~/paths';
import type { PosterPicture } from '~/ui/page/poster';

type ComingScreen = {
  title: string;
  /** What will be here, and what can be done until then. */
  sentence: string;
  picture: Pick<PosterPicture, 'drawing' | 'colours'>;
  /** Where to go instead, the best one first. */
  ways: readonly { text: string; href: string }[];
};

const royalBlue = { body: '#1D3F94', accent: '#C9CED6' };
const yellow = { body: '#E9B90C', accent: '#1D1E20' };
const mint = { body: '#A9CDBB', accent: '#5E6469' };
const navy = { body: '#26345F', accent: '#C7B48A' };
const orange = { body: '#E2622B', accent: '#1C1D20' };
const olive = { body: '#5B6B4A', accent: '#D8C79C' };

const browse = { text: 'Browse all', href: paths.browse() };
const usedBikes = { text: 'Bikes from riders', href: paths.sellList('bike') };
const usedScooters = { text: 'Scooters from riders', href: paths.sellList('scooter') };

const help: ComingScreen = {
  title: 'Help',
  sentence: 'Guides, live chat and a help form are coming; until then the numbers at the foot of this page reach us.',
  picture: { drawing: 'scooter-classic', colours: mint },
  ways: [browse],
};

/** Screens that are not built yet (product.md section 2), each with what it will bring. */
export const comingScreens: Readonly<Record<string, ComingScreen>> = {
  '/support': help,
  '/help': help,
  '/feedback': {
    title: 'Feedback',
    sentence: 'A form for what you liked and what you did not is coming; until then please write to us.',
    picture: { drawing: 'moped', colours: yellow },
    ways: [browse],
  },
  '/company-details': {
    title: 'About Us',
    sentence: 'Who we are and where to find us is coming; our address is at the foot of this page.',
    picture: { drawing: 'adventure', colours: orange },
    ways: [browse],
  },
  '/follow-us': {
    title: 'Follow Us',
    sentence: 'Our pages on the social networks are coming together here; their links are at the foot of this page.',
    picture: { drawing: 'sport', colours: royalBlue },
    ways: [browse],
  },
  '/dashboard': {
    title: 'Dashboard',
    sentence: 'The state of the whole market on one screen is coming; the sell screens count their listings already.',
    picture: { drawing: 'cruiser', colours: navy },
    ways: [usedBikes, usedScooters],
  },
  '/privacy': {
    title: 'Privacy Policy',
    sentence:
      'The full text is coming; in short, nobody but you and us sees what you tell us, and nobody follows you here.',
    picture: { drawing: 'scooter-maxi', colours: navy },
    ways: [browse],
  },
  '/terms': {
    title: 'Terms & Conditions',
    sentence: 'The full text is coming; in short, sell what is yours and describe it as it is.',
    picture: { drawing: 'naked', colours: olive },
    ways: [browse],
  },
  '/returns': {
    title: 'Return Policy',
    sentence: 'The full text is coming; until then please call us before you pay for anything.',
    picture: { drawing: 'scooter-classic', colours: orange },
    ways: [browse],
  },
};
