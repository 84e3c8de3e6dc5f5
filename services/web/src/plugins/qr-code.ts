import { encode } from 'uqr'

/** A QR code as one path of an SVG, in a square of `size` modules with its quiet zone. */
export interface QrCode {
  size: number
  path: string
}

/** The quiet zone that readers need (ISO/IEC 18004). */
const border = 4

/** The QR code of an address. */
export function qrCode(address: string): QrCode {
  const { data, size } = encode(address, { ecc: 'M', border })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: path.join('') }
}
