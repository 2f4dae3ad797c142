import { Icon } from '~/ui/icons/icon';
import type { IconName } from '~/ui/icons/icon-shapes';

type HeadCard = { title: string; value: string; note?: string; href: string; icon: IconName };

/** A few ways on, in the page head: what each is, and the line under it. Style sheet `messages`. */
export function HeadCards({ cards }: { cards: readonly HeadCard[] }) {
  return (
    <ul className="cards">
      {cards.map(({ title, value, note, href, icon }) => (
        <li key={title}>
          <a href={href}>
            <Icon name={icon} />
            <b>{title}</b> <span className="s">{value}</span> {note && <span className="s">{note}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}
