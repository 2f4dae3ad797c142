import type { ReactNode } from 'react';
import { ButtonLink } from '~/ui/signs/button';
import { EmptyState } from './empty-state';

/** In the place of a list that has nothing to show. `children` are ways on. */
export function NothingOnThisRoad({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <EmptyState
      level="h2"
      picture={{
        drawing: 'adventure',
        colours: { body: '#3f5a3c', accent: '#f6b900' },
        stone: { name: 'Found', value: '0' },
      }}
      title="Nothing on this road"
      hint={hint}
    >
      {children}
    </EmptyState>
  );
}

/** In the place of a list on a page past its last. `children` are other ways on. */
export function PastLastPage({ firstPage, children }: { firstPage: string; children?: ReactNode }) {
  return (
    <NothingOnThisRoad hint="This page is past the last of the list.">
      {children}
      <p className="row">
        <ButtonLink kind="go" href={firstPage}>
          Back to its first page
        </ButtonLink>
      </p>
    </NothingOnThisRoad>
  );
}
