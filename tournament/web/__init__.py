"""What views need: who may see one, table codes, throttles, visitors, navigation, middleware, form fields and tables
that are sorted and searched."""
