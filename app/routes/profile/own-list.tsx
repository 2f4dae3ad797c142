import type { ReactNode } from 'react';
import { paths } from '~/paths';
import { EmptyState, type PosterPicture } from '~/ui/page/empty-state';
import { PageHead } from '~/ui/page/page-head';
import { ButtonLink } from '~/ui/primitives/button';

export type EmptyListText = {
  title: string;
  hint: string;
  link: { text: string; href: string };
  picture: PosterPicture;
};

export const noneStat = { name: 'So far', value: '0' };

type OwnListProps = {
  title: string;
  emptyText: EmptyListText;
  isEmpty: boolean;
  action?: ReactNode;
  children: ReactNode;
};

export function OwnList({ title, emptyText, isEmpty, action, children }: OwnListProps) {
  const { title: emptyTitle, hint, link, picture } = emptyText;
  return (
    <>
      <PageHead title={title} back={{ text: 'My Profile', href: paths.profile() }} action={action} />
      <section aria-label={title}>
        {isEmpty ? (
          <EmptyState level="h2" title={emptyTitle} hint={hint} picture={picture}>
            <ButtonLink kind="primary" href={link.href}>
              {link.text}
            </ButtonLink>
          </EmptyState>
        ) : (
          children
        )}
      </section>
    </>
  );
}
