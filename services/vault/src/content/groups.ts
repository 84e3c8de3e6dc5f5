interface Waiting<Item> {
  item: Item
  /** Says why it failed, or undefined. */
  end: (failure: unknown) => void
}

/**
 * Does work for many callers at once: what is asked for while a group with the same key is being done forms the next
 * one. `work` returns for each item its failure, or undefined; if it throws, all of the group have failed.
 */
export function groups<Item>(
  most: number,
  work: (key: string, items: readonly Item[]) => Promise<readonly unknown[]>,
) {
  const queues = new Map<string, Waiting<Item>[]>()

  async function run(key: string, queue: Waiting<Item>[]): Promise<void> {
    while (queue.length > 0) {
      const group = queue.splice(0, most)
      const items = group.map(({ item }) => item)
      const failures = await work(key, items).catch((error: unknown) => items.map(() => error))
      for (const [at, { end }] of group.entries()) end(failures[at])
    }
    queues.delete(key)
  }

  return async (key: string, item: Item): Promise<void> => {
    const { promise, resolve: end } = Promise.withResolvers<unknown>()
    const queue = queues.get(key)
    if (queue !== undefined) queue.push({ item, end })
    else {
      const first = [{ item, end }]
      queues.set(key, first)
      void run(key, first)
    }
    const failure = await promise
    if (failure !== undefined) throw failure
  }
}
