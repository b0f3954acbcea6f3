/** Version of the product, as in package.json (a test compares them): the browser and the packed CLI have no package.json. */
export const VERSION = '0.1.0';
