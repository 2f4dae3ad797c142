type TagProps = {
  children: string;
  /** Yellow: Coming Soon, Selected. */
  isYellow?: boolean;
};

/** One word or two over a picture; never more than one on an item. */
export function Tag({ children, isYellow = false }: TagProps) {
  return <span className={isYellow ? 'tag soon' : 'tag'}>{children}</span>;
}
