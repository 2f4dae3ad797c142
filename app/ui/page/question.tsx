import type { ReactNode } from 'react';
import { Icon } from '~/ui/icons/icon';

type QuestionProps = { title: ReactNode; isOpen?: boolean; children: ReactNode };

/** A question that opens to its answer, without a script. Style sheet `messages`. */
export function Question({ title, isOpen = false, children }: QuestionProps) {
  return (
    <details className="faq" open={isOpen}>
      <summary>
        {title}
        <Icon name="plus" />
      </summary>
      {children}
    </details>
  );
}
