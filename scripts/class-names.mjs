/** What a module gives as classes: to an element, to its list of classes, or in a table named `…ClassNames`. */
const uses =
  /(?:className\s*[:=]|classList\.\w+\(|createStatus\()((?:\([^()]*\)|[^,(){}\n])*)|lassNames = \{([^}]*)\}/g;
const comparison = /=== (["']).*?\1/g;

/**
 * The classes that a module names, written whole.
 *
 * @param {string} code JavaScript, after JSX and types are compiled away
 * @returns {string[]}
 */
export const findClassNames = (code) =>
  [...code.matchAll(uses)]
    .flatMap(([, value, table]) => [...(value ?? table ?? '').replaceAll(comparison, '').matchAll(/(["'])(.*?)\1/g)])
    .flatMap(([, , names = '']) => names.split(' '));
