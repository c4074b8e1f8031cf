/** A software authenticator: creates passkeys, answers like a browser, and sends invalid responses on request. */
import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url')

/** The subset of CBOR that passkeys need: small integers, byte and text strings, maps. */
function cbor(value: number | Buffer | string | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  const entries = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry as Buffer)])
  return Buffer.concat([head(5, value.size), ...entries])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const ATTESTED = 0x40

interface Tampering {
  origin?: string
  rpId?: string
  challenge?: string
  isUnverified?: boolean
  counter?: number
  userHandle?: string
}

export class SoftAuthenticator {
  readonly #key: KeyObject
  readonly id: Buffer
  readonly #origin: string
  #userHandle = ''
  counter = 0

  constructor(origin: string) {
    this.#origin = origin
    this.#key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    this.id = randomBytes(32)
  }

  /** Answers registration options, as JSON. */
  create(
    options: { challenge: string; rp: { id?: string }; user: { id: string } },
    tampering: Tampering = {},
  ): string {
    this.#userHandle = options.user.id
    const { x = '', y = '' } = createPublicKey(this.#key).export({ format: 'jwk' })
    const publicKey = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, publicKey])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', this.#authData(options.rp.id ?? '', ATTESTED, tampering, attested)],
    ])
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', options.challenge, tampering),
      attestationObject: base64url(cbor(attestation)),
      transports: ['internal', 'hybrid'],
    })
  }

  /** Answers sign-in options, as JSON. */
  get(options: { challenge: string; rpId?: string }, tampering: Tampering = {}): string {
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, tampering)
    const authData = this.#authData(options.rpId ?? '', 0, tampering)
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return this.#answer({
      clientDataJSON,
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', signed, this.#key)),
      userHandle: tampering.userHandle ?? this.#userHandle,
    })
  }

  #answer(response: object): string {
    const id = base64url(this.id)
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  }

  #clientData(type: string, challenge: string, tampering: Tampering): string {
    const origin = tampering.origin ?? this.#origin
    return base64url(
      JSON.stringify({ type, challenge: tampering.challenge ?? challenge, origin, crossOrigin: false }),
    )
  }

  #authData(rpId: string, flags: number, tampering: Tampering, attested = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(tampering.counter ?? this.counter)
    const verified = tampering.isUnverified ? 0 : USER_VERIFIED
    return Buffer.concat([
      sha256(tampering.rpId ?? rpId),
      Buffer.from([USER_PRESENT | verified | flags]),
      counter,
      attested,
    ])
  }
}
