import { Fragment } from 'react';
import type { Block, Inline } from '~/domain/content/markdown.server';

function Words({ content }: { content: readonly Inline[] }) {
  return content.map((part, position) => {
    // The parts of a text have no name, and never move.
    const key = `${part.kind} ${position}`;
    if (part.kind === 'text') return <Fragment key={key}>{part.text}</Fragment>;
    if (part.kind === 'link') {
      return (
        <a key={key} href={part.href}>
          <Words content={part.content} />
        </a>
      );
    }
    return part.kind === 'strong' ? (
      <b key={key}>
        <Words content={part.content} />
      </b>
    ) : (
      <em key={key}>
        <Words content={part.content} />
      </em>
    );
  });
}

/** A text in the small Markdown of operators; each heading begins a section. */
export function FormattedText({ blocks }: { blocks: readonly Block[] }) {
  const sections: Block[][] = [];
  for (const block of blocks) {
    if (block.kind === 'heading' || sections.length === 0) sections.push([]);
    sections.at(-1)?.push(block);
  }
  return sections.map((section, at) => (
    <section key={`section ${String(at)}`}>
      {section.map((block, position) => {
        const key = `${block.kind} ${position}`;
        if (block.kind === 'heading') {
          return (
            <h2 key={key}>
              <Words content={block.content} />
            </h2>
          );
        }
        if (block.kind === 'paragraph') {
          return (
            <p key={key}>
              <Words content={block.content} />
            </p>
          );
        }
        const List = block.isNumbered ? 'ol' : 'ul';
        return (
          <List key={key}>
            {block.items.map((item, number) => (
              <li key={`item ${String(number)}`}>
                <Words content={item} />
              </li>
            ))}
          </List>
        );
      })}
    </section>
  ));
}
