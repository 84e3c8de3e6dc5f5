/** Who does a night: `a`, `b`, `sitter:<name>`, or `open`. */
export type Who = string

interface State {
  /** The nights that a person decided, and for whom. */
  locked: ReadonlyMap<string, Who>
  /** Who did each night that is over, as people saw it the next morning, or as they corrected it. */
  past: ReadonlyMap<string, Who>
}

/** What people decided and saw, kept without the product. One change follows the other, so each has one result. */
export class FamilyRecord {
  #now: State = { locked: new Map(), past: new Map() }
  #last: { change: string; before: State } | undefined
  /** The changes that pages confirmed, oldest first. */
  readonly changes: string[] = []

  get locked(): ReadonlyMap<string, Who> {
    return this.#now.locked
  }

  get past(): ReadonlyMap<string, Who> {
    return this.#now.past
  }

  /** The change that an undo would undo. */
  get undoable(): string | undefined {
    return this.#last?.change
  }

  /** People decided these nights; undefined unlocks one. `change` is null for an edit in the calendar. */
  decide(nights: Readonly<Record<string, Who | undefined>>, change: string | null): void {
    const before = this.#now
    const locked = new Map(before.locked)
    const past = new Map(before.past)
    for (const [night, who] of Object.entries(nights)) {
      if (who === undefined) locked.delete(night)
      else locked.set(night, who)
      if (who !== undefined && past.has(night)) past.set(night, who)
    }
    this.#now = { locked, past }
    if (change !== null) this.changes.push(change)
    this.#last = change === null ? undefined : { change, before }
  }

  /** The last change was undone, as another one. */
  undo(change: string): void {
    if (this.#last !== undefined) this.#now = this.#last.before
    this.#last = undefined
    this.changes.push(change)
  }

  /** The night is over. */
  passed(night: string, who: Who): void {
    this.#now = { ...this.#now, past: new Map(this.#now.past).set(night, who) }
    // What is undone after it is another question.
    this.#last = undefined
  }
}
