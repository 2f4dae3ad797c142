import {
  Component,
  type ComponentType,
  type ReactNode,
  StrictMode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { hydrateRoot } from 'react-dom/client';
import { partId, partPropsId } from '../hydrated-part';
import { copyEntries, getControls, keepEntries } from './entries';

/**
 * Renders the part. React discards the server's elements and renders new ones if anything else has changed them before
 * the script came, such as a password manager or a translation: what was entered by then is copied to the new ones.
 */
function Entered({ place, children }: { place: HTMLElement; children: ReactNode }) {
  // Read while rendering, when what will be replaced is still in the document.
  const [before] = useState(() => ({ controls: getControls(place), focused: document.activeElement }));
  // The children's effects, which read the form, run after this one.
  useLayoutEffect(() => {
    if (before.controls.some(({ isConnected }) => !isConnected))
      copyEntries(before.controls, getControls(place), before.focused);
  }, [before, place]);
  useEffect(() => {
    // Browser tests wait for it.
    document.documentElement.dataset.ready = '';
  }, []);
  return children;
}

type BoundaryProps = { place: HTMLElement; children: ReactNode };

/**
 * After an error in the part, leaves its elements in the page as they are, with all that was entered, but without React:
 * the form is then sent by the browser, as without a script.
 */
class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  #elements: ChildNode[] = [];

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    const { place } = this.props;
    const plain = place.cloneNode();
    place.replaceWith(plain);
    for (const element of this.#elements) plain.appendChild(element);
    for (const fieldset of document.querySelectorAll('fieldset')) fieldset.disabled = false;
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    this.#elements = [...this.props.place.childNodes];
    return null;
  }
}

type TypeOf<Value> = Value extends string
  ? 'string'
  : Value extends number
    ? 'number'
    : Value extends boolean
      ? 'boolean'
      : 'object';

/** The `typeof` of each prop; null and lists are `object`. */
type Shape<Props> = { readonly [Name in keyof Props]-?: TypeOf<Props[Name]> };

const hasShape = <Props extends object>(value: unknown, shape: Shape<Props>): value is Props =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(shape).every(([name, type]) => typeof Reflect.get(value, name) === type);

/**
 * Hydrates what `HydratedPart` rendered on the server, with React but without a router: the server handles routing.
 *
 * @param shape of the props: if those of the page differ, such as on a page that was saved or altered in transit, the
 * part stays as the server rendered it, where everything works without a script
 */
export function hydratePart<Props extends object>(Part: ComponentType<Props>, shape: Shape<Props>): void {
  const place = document.getElementById(partId);
  const props: unknown = JSON.parse(document.getElementById(partPropsId)?.textContent ?? 'null');
  if (!place || !hasShape(props, shape)) return;
  keepEntries();
  startTransition(() => {
    hydrateRoot(
      place,
      <StrictMode>
        <Boundary place={place}>
          <Entered place={place}>
            <Part {...props} />
          </Entered>
        </Boundary>
      </StrictMode>,
    );
  });
}
