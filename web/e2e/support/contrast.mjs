// Runs inside the page: the contrast of an element's text with what is painted behind it.
export function contrast(element) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
        layers.unshift(getComputedStyle(at).backgroundColor);
    }
    const luminance = () => {
        const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
            const part = value / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const paint = (colour) => {
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
    };
    layers.forEach(paint);
    const behind = luminance();
    paint(getComputedStyle(element).color);
    const text = luminance();
    return (Math.max(behind, text) + 0.05) / (Math.min(behind, text) + 0.05);
}
