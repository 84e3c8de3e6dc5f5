/** Why home cannot run now, in a sentence that says what to do. It tries again. */
export class Trouble extends Error {
  override readonly name = 'Trouble'
}
