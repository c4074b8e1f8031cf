/** Longer text is not looked up. A registration has at most seven characters and two spaces. */
export const MAX_REGISTRATION_LENGTH = 32
