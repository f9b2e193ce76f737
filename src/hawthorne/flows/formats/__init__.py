"""The containers of a study: BPMN 2.0 XML with its drawing, pictures that carry a study, and the way between them."""
