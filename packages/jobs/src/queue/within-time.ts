/**
 * What a promise brings, or a rejection with `words` once the time is over. What it does
 * afterwards goes unnoticed.
 */
export async function withinTime<T>(promise: Promise<T>, ms: number, words: string): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(words)), ms)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
