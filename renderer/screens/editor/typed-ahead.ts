// Letters typed while another version is being opened: what is shown until then is not what they are meant for.

/** Holds letters back that are typed into the editor, and types them once the other version is there. */
export class TypedAhead {
  #isHolding = false;
  #letters = '';

  /** Another version was requested. */
  begin(): void {
    this.#isHolding = true;
  }

  /** It is shown and has the focus, or will not come: what was held is typed where the caret is. */
  end(): void {
    const letters = this.#letters;
    this.#isHolding = false;
    this.#letters = '';
    if (letters && isInEditor(document.activeElement)) document.execCommand('insertText', false, letters);
  }

  /** Listens until the function it answers is called. */
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
