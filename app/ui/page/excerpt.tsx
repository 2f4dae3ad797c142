import { excerptOf } from '~/domain/excerpt';

type ExcerptProps = {
  text: string;
  /** Where all of it stands. */
  href: string;
  /** What it is, for who hears the link alone: 'the review by Asha'. */
  of: string;
};

/** A text among others: a long one as its beginning, with the way to the rest. */
export function Excerpt({ text, href, of }: ExcerptProps) {
  const excerpt = excerptOf(text);
  return (
    <p>
      {excerpt.text}
      {excerpt.isCut && (
        <>
          {' '}
          <a href={href}>
            Read more<span className="vh"> of {of}</span>
          </a>
        </>
      )}
    </p>
  );
}
