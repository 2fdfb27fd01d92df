// What `dom.js` describes elements with.

/** An element as it should be. */
export interface VNode {
  tag: string;
  key: string | null;
  props: Props;
  children: (VNode | string)[];
}

/** What may stand inside an element; nothing is drawn for null, undefined, false and "". */
export type Child = VNode | string | number | null | undefined | false | Child[];

type Heard<Happening extends Event, Target extends Element> = Happening & {
  readonly target: Target;
  readonly currentTarget: Target;
};

/** Attributes, listeners and a few words of our own; methods, so that a hook may ask for the very element it is put on. */
export interface Props {
  key?: string | number | null;
  /** Custom properties of the style sheet, without their dashes. */
  vars?: Record<string, string | number>;
  /** Called once the element is in the page. */
  created?(element: Element): void;
  /** Called before the element goes. */
  removed?(element: Element): void;
  onclick?: ((event: Heard<MouseEvent, HTMLElement>) => void) | null;
  oninput?(event: Heard<InputEvent, HTMLInputElement>): void;
  onchange?(event: Heard<Event, HTMLInputElement & HTMLSelectElement>): void;
  onsubmit?(event: Heard<SubmitEvent, HTMLFormElement>): void;
  onkeydown?(event: Heard<KeyboardEvent, HTMLElement>): void;
  onfocus?(event: Heard<FocusEvent, HTMLInputElement>): void;
  oncancel?(event: Event): void;
  onclose?(event: Event): void;
  [attribute: string]: unknown;
}

declare global {
  interface Window {
    /** What `early.js` has opened and heard before the scripts of a table were there. */
    puurEarly?: { socket: WebSocket; heard: string[] };
  }
}
