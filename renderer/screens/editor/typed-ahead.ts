// Keys typed while another version is being opened: they are not meant for the version still shown.

/** Buffers text typed into the editor meanwhile, and types it once the other version is open. */
export class TypedAhead {
  #isHolding = false;
  #letters = '';

  /** Another version was requested. */
  begin(): void {
    this.#isHolding = true;
  }

  /** It is shown and focused, or will not come: the buffered text is typed at the caret. */
  end(): void {
    const letters = this.#letters;
    this.#isHolding = false;
    this.#letters = '';
    if (letters && isInEditor(document.activeElement)) document.execCommand('insertText', false, letters);
  }

  /** Listens until the returned function is called. */
  listen(): () => void {
    const hold = (event: InputEvent): void => {
      if (!this.#isHolding || event.inputType !== 'insertText' || event.data === null) return;
      if (!isInEditor(event.target)) return;
      event.preventDefault();
      this.#letters += event.data;
    };
    document.addEventListener('beforeinput', hold, true);
    return () => document.removeEventListener('beforeinput', hold, true);
  }
}

function isInEditor(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('[data-editor] [role="textbox"]');
}
