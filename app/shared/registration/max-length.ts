/** A registration has at most eight characters and a space. Anything far longer is not looked up. */
export const MAX_REGISTRATION_LENGTH = 32
