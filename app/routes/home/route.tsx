import spriteUrl from '~/ui/drawings/sprite.svg?url';
import type { ScreenHandle } from '~/ui/screen-kind';

export const handle: ScreenHandle = { kind: 'enhanced', keep: ['q', 'tab'] };

export default function Home() {
  return <h1>Find Your Perfect Ride {spriteUrl}</h1>;
}
