class Hidden { #x = 1; read() { return this.#x } }
const made = { secret: Symbol('a') } as const
export const zz = () => class extends Hidden { private y = 2; protected z = made }
