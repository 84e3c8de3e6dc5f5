interface Waiting<Item> {
  item: Item
  resolve: () => void
  reject: (error: unknown) => void
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
      try {
        const failures = await work(
          key,
          group.map(({ item }) => item),
        )
        for (const [at, { resolve, reject }] of group.entries())
          if (failures[at] === undefined) resolve()
          else reject(failures[at])
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    queues.delete(key)
  }

  return (key: string, item: Item): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const queue = queues.get(key)
    if (queue !== undefined) queue.push({ item, resolve, reject })
    else {
      const first = [{ item, resolve, reject }]
      queues.set(key, first)
      void run(key, first)
    }
    return promise
  }
}
