import { Icon } from '~/ui/icons/icon';

type SectionHeadProps = {
  /** Names the section: its `aria-labelledby`. */
  id: string;
  title: string;
  /** Where more of it is. */
  more?: { text: string; href: string };
};

/** A section's name, and where more of it is. */
export function SectionHead({ id, title, more }: SectionHeadProps) {
  return (
    <div className="head">
      <h2 id={id}>{title}</h2>
      {more && (
        <a href={more.href}>
          {`${more.text} `}
          <Icon name="go" />
        </a>
      )}
    </div>
  );
}
