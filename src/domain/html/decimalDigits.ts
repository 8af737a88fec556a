/** The zero of each script whose digits are used in prices and years, including full-width. */
const zeros = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0,
  0x1810, 0xff10,
];

const marks: Readonly<Record<string, string>> = { '٫': '.', '٬': ',', '．': '.', '，': ',', '￥': '¥', '＄': '$' };
const other = /[٫٬．，￥＄]|(?!\d)\p{Nd}/gu;
const asciiOnly = /^[\0-\x7f]*$/;

function digit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = zeros.find((each) => code >= each && code < each + 10);
  return zero === undefined ? character : String(code - zero);
}

/** Converts digits, decimal marks and currency signs to ASCII: `٤٩٫٩٩` and `４９．９９` become `49.99`. */
export function withAsciiDigits(text: string): string {
  return asciiOnly.test(text) ? text : text.replace(other, (each) => marks[each] ?? digit(each));
}
