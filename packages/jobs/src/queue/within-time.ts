/** The result of a promise, or a rejection with `words` after `ms`. Whatever the promise does later is ignored. */
export async function withinTime<T>(promise: Promise<T>, ms: number, words: string): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(words)), ms)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
