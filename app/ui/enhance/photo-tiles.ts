export function createWaitingTile() {
  const tile = document.createElement('li');
  const picture = document.createElement('img');
  // Nor is a sign of a broken picture shown, of a kind of photo that the browser cannot decode.
  picture.alt = '';
  const bar = document.createElement('progress');
  const note = document.createElement('p');
  tile.append(picture, bar, note);
  return { tile, picture, bar, note };
}

export type WaitingTile = ReturnType<typeof createWaitingTile>;

function createToolButton(text: string, name: string, value: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.className = 'icon-button';
  button.formNoValidate = true;
  Object.assign(button, { name, value });
  button.textContent = text;
  return button;
}

export function showUploaded({ tile, picture }: WaitingTile, hash: string): void {
  const field = document.createElement('input');
  Object.assign(field, { type: 'hidden', name: 'photos', value: hash });
  const grip = document.createElement('span');
  grip.className = 'photo-handle';
  tile.className = 'photo-tile';
  tile.replaceChildren(
    picture,
    field,
    createToolButton('×', 'removePhoto', hash),
    createToolButton('←', 'movePhoto', `earlier ${hash}`),
    grip,
    createToolButton('→', 'movePhoto', `later ${hash}`),
  );
}

function createTextButton(text: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.className = 'button';
  button.type = 'button';
  button.textContent = text;
  button.onclick = onClick;
  return button;
}

/** `retry` is absent when another attempt would fail too. */
export function showFailed({ tile, note }: WaitingTile, message: string, retry?: () => void): void {
  tile.className = 'photo-failed';
  note.textContent = message;
  note.role = 'alert';
  tile.replaceChildren(note);
  if (retry) {
    const again = createTextButton('Try again', retry);
    again.dataset.again = '';
    tile.append(again);
  }
  tile.append(createTextButton('Leave it out', () => tile.remove()));
}

export function createPhotoOrder(list: Element, status: Element) {
  const tiles = () => [...list.children].filter((tile) => tile.querySelector('[name=photos]'));

  const number = (): void => {
    const all = tiles();
    for (const [index, tile] of all.entries()) {
      tile.querySelector('img')?.setAttribute('alt', `${index + 1} of ${all.length}`);
      const grip = tile.querySelector('.photo-handle');
      if (grip) grip.textContent = index === 0 ? 'Cover' : String(index + 1);
      for (const button of tile.querySelectorAll('button')) {
        const [direction] = button.value.split(' ');
        button.ariaLabel =
          button.name === 'removePhoto' ? `Remove photo ${index + 1}` : `Move photo ${index + 1} ${direction}`;
      }
    }
  };

  /**
   * Moves a tile to the position of another. Only the other tiles are moved in the document, so that this one keeps
   * focus and pointer capture.
   */
  const moveTo = (tile: Element, target: Element | undefined): void => {
    const all = tiles();
    const [from, to] = [all.indexOf(tile), target ? all.indexOf(target) : -1];
    if (from < 0 || to < 0) return;
    if (to > from) tile.before(...all.slice(from + 1, to + 1));
    else tile.after(...all.slice(to, from));
    number();
    status.textContent = to === 0 ? 'Now the cover' : `Now photo ${to + 1} of ${all.length}`;
  };

  /**
   * Starts dragging a tile: with a mouse by its picture, with a finger only by its handle, which does not scroll the
   * page.
   */
  const drag = (event: PointerEvent): void => {
    const { target, pointerType, button } = event;
    if (!(target instanceof Element) || button !== 0) return;
    const tile = target.closest('li');
    if (!tile || !(target.localName === 'span' || (target.localName === 'img' && pointerType === 'mouse'))) return;
    event.preventDefault();
    const handlers = new AbortController();
    const { signal } = handlers;
    tile.classList.add('photo-moving');
    const over = ({ clientX, clientY }: PointerEvent): void => {
      const other = document.elementFromPoint(clientX, clientY)?.closest('li');
      if (other && other !== tile && other.parentElement === list) moveTo(tile, other);
    };
    const end = (): void => {
      handlers.abort();
      tile.classList.remove('photo-moving');
    };
    document.addEventListener('pointermove', over, { signal });
    document.addEventListener('pointerup', end, { signal });
    document.addEventListener('pointercancel', end, { signal });
  };

  return { tiles, number, moveTo, drag };
}
