(({ blocks, element, components, blockEditor, i18n }) => {
  const { createElement } = element;
  const { __ } = i18n;
  blocks.registerBlockType('paygate/button', {
    edit({ attributes, setAttributes }) {
      const field = (label, name, read = String) =>
        createElement(components.TextControl, {
          label,
          value: attributes[name] ?? '',
          onChange: (value) => setAttributes({ [name]: value === '' ? undefined : read(value) }),
        });
      return createElement(
        'div',
        blockEditor.useBlockProps(),
        createElement('strong', null, __('Button of Paygate', 'paygate')),
        field(__('Number of the item', 'paygate'), 'item', (value) => Number(value) || undefined),
        field(__('Or the address of a payment link', 'paygate'), 'link'),
        field(__('Text of the button', 'paygate'), 'text'),
      );
    },
    save: () => null,
  });
})(globalThis.wp);
