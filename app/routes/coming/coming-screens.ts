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

const navy = { body: '#26345F', accent: '#C7B48A' };

const usedBikes = { text: 'Bikes from riders', href: paths.sellList('bike') };
const usedScooters = { text: 'Scooters from riders', href: paths.sellList('scooter') };

/** Screens that are not built yet (product.md section 2), each with what it will bring. */
export const comingScreens: Readonly<Record<string, ComingScreen>> = {
  '/dashboard': {
    title: 'Dashboard',
    sentence: 'The state of the whole market on one screen is coming; the sell screens count their listings already.',
    picture: { drawing: 'cruiser', colours: navy },
    ways: [usedBikes, usedScooters],
  },
};
